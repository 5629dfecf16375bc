import { testModule } from 'back-office/testing';
import { acme } from './contract.ts';

testModule(acme);
