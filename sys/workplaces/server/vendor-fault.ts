import { WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';

/** A vendor's own error. It is told by the call's path and the code alone: addresses and messages may carry tokens. */
export class VendorFault extends WayRefusal {
  readonly code: string;

  constructor(why: WayRefusal['why'], path: string, code: string) {
    super(why, new Error(`${path} was answered with ${code}`));
    this.code = code;
  }
}
