import type { AuthorizationRequest, SignInWay } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { Directory } from '@back-office/server/office/directory.ts';

/** The person identified by a code. */
export interface Member {
  /** The person's unchanging id within the company; the synchronisation uses the same. */
  readonly subject: string;
  readonly name: string;
}

/** A company's app at one of the vendors: the interface of all adapters. */
export interface Workplace extends Directory {
  readonly kind: SignInWay['kind'];
  /** Maximum number of characters of a `state` that the vendor returns. */
  readonly mostState?: number;
  /** The page that people are redirected to, which may differ between a browser and the vendor's own app. */
  readonly pageFor: (authorization: AuthorizationRequest, userAgent: string) => URL;
  /** Resolves a code to its person. Throws a `WayRefusal` for somebody outside the company. */
  readonly memberOf: (code: string, authorization: AuthorizationRequest) => Promise<Member>;
}
