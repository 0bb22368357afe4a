import { registerTests } from '../registerTests';

registerTests(3);
