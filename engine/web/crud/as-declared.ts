import type { Resource } from '@back-office/contract/resource/resource.ts';
import { theOffice } from '../platform/office/open-office.ts';

/** The resource with the fields that modules add, which the declaration imported by a page lacks. One that no feature declares is returned as it is. */
export function asDeclared(resource: Resource): Resource {
  const { features, resourceOf } = theOffice();
  return features.some(({ resources = [] }) => resources.includes(resource)) ? resourceOf(resource.name) : resource;
}
