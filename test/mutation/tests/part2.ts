import { registerTests } from '../registerTests';

registerTests(2);
