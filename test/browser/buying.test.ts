import { describeBuying } from '../support/describe-buying.ts';
import { startGateway } from '../support/start-gateway.ts';

describe('buying in a browser', () => describeBuying(startGateway));
