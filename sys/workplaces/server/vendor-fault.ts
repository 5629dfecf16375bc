import { WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';

/** A vendor's own error. It is told by the call's path and the code alone: addresses and messages may carry tokens. */
export class VendorFault extends WayRefusal {
  readonly code: string;
  /** It is better asked later. */
  readonly isBusy: boolean;

  constructor(why: WayRefusal['why'], { path, code, isBusy }: { path: string; code: string; isBusy: boolean }) {
    super(why, new Error(`${path} was answered with ${code}`));
    this.code = code;
    this.isBusy = isBusy;
  }
}
