import type { Node, TSSignature, TSType } from 'oxc-parser';
import { type Source, sourceOf } from './raw-statements.ts';

/**
 * The columns of a row that a type describes in words of its own, such as `id: string`, by their names; what names a table's
 * type is not. Types of the contract are not looked into: they say what travels.
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

/** Of words of TypeScript alone, and so of no table. */
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
