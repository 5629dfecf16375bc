import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';

/** A vendor's own error. Contains only the call's path and the code: addresses and messages may contain tokens. */
export class VendorFault extends WayRefusal {
  readonly code: string;
  /** Whether the call should be retried later. */
  readonly isBusy: boolean;

  constructor(why: WayRefusal['why'], { path, code, isBusy }: { path: string; code: string; isBusy: boolean }) {
    super(why, new Error(`${path} was answered with ${code}`));
    this.code = code;
    this.isBusy = isBusy;
  }
}
