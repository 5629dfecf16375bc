import type { Resource } from '@back-office/contract/resource/resource.ts';
import { theOffice } from '../platform/office/open-office.ts';

/** A resource with the fields that modules add to it, which its declaration lacks that a page names; a resource of the page's own is left as it is. */
export function asDeclared(resource: Resource): Resource {
  const { features, resourceOf } = theOffice();
  return features.some(({ resources = [] }) => resources.includes(resource)) ? resourceOf(resource.name) : resource;
}
