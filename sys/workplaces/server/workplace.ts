import type { AskedProvider, SignInWay } from '@back-office/server/identity/sign-in/sign-in-way.ts';
import type { Directory } from '@back-office/server/office/directory.ts';

/** The person identified by a code. */
export interface Member {
  /** What never changes of them in the company; the synchronisation knows them by the same. */
  readonly subject: string;
  readonly name: string;
}

/** An app of a company at one of the vendors: what each adapter does, and all that it does. */
export interface Workplace extends Directory {
  readonly kind: SignInWay['kind'];
  /** The most characters of a `state` that the vendor brings back. */
  readonly mostState?: number;
  /** The page that people are led to: another inside the vendor's own app than in a browser, where it has two. */
  readonly pageFor: (asked: AskedProvider, userAgent: string) => URL;
  /** Resolves a code to its person. Throws a `WayRefusal` for somebody outside the company. */
  readonly memberOf: (code: string, asked: AskedProvider) => Promise<Member>;
}
