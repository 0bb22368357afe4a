import { registerTests } from '../registerTests';

registerTests(5);
