const { dest, parallel, src } = require('gulp');

/** Files beside the code that n8n reads as they are: icons, the codex and the output schemas. */
const assets = () =>
	src('nodes/**/*.{svg,json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.default = parallel(assets);
