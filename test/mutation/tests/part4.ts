import { registerTests } from '../registerTests';

registerTests(4);
