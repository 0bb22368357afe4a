module.exports = { ...require('./jest.config.js'), roots: ['<rootDir>/test/unit/run', '<rootDir>/test/unit/gate'] };
