import { registerTests } from '../registerTests';

registerTests(0);
