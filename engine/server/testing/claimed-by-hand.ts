import type { Node, TSSignature, TSType } from 'oxc-parser';
import { type Source, sourceOf } from './raw-statements.ts';

/**
 * The columns of a row whose types are written by hand, such as `id: string`, by name, as opposed to types taken from a
 * table. Types of the contract are skipped: they describe what is sent.
 */
export function claimedByHand(type: TSType, source: Source): string[] {
  switch (type.type) {
    case 'TSTypeLiteral':
      return type.members.flatMap(handMade);
    case 'TSIntersectionType':
      return type.types.flatMap((one) => claimedByHand(one, source));
    case 'TSTypeReference':
      return [...ofName(type.typeName, source), ...(type.typeArguments?.params ?? []).flatMap((one) => claimedByHand(one, source))];
    default:
      return [];
  }
}

function ofName(name: Node, source: Source): string[] {
  if (name.type !== 'Identifier') return [];
  const from = source.types.has(name.name) ? source : sourceOf(name.name, source);
  const found = from?.types.get(name.name);
  if (from === undefined || found === undefined || !from.path.includes('/server/')) return [];
  if (found.type === 'TSTypeAliasDeclaration') return claimedByHand(found.typeAnnotation, from);
  const above = found.extends.flatMap(({ expression, typeArguments }) => [
    ...ofName(expression, from),
    ...(typeArguments?.params ?? []).flatMap((one) => claimedByHand(one, from)),
  ]);
  return [...above, ...found.body.body.flatMap(handMade)];
}

function handMade(member: TSSignature): string[] {
  if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
  const type = member.typeAnnotation?.typeAnnotation;
  return type !== undefined && isHandMade(type) ? [member.key.name] : [];
}

/** Whether the type consists of TypeScript's own types alone, and therefore belongs to no table. */
function isHandMade(type: TSType): boolean {
  switch (type.type) {
    case 'TSUnionType':
      return type.types.every(isHandMade);
    case 'TSArrayType':
      return isHandMade(type.elementType);
    case 'TSTypeOperator':
      return isHandMade(type.typeAnnotation);
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' && type.typeName.name === 'Buffer';
    case 'TSIndexedAccessType':
      return false;
    default:
      return true;
  }
}
