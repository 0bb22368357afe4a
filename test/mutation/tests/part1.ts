import { registerTests } from '../registerTests';

registerTests(1);
