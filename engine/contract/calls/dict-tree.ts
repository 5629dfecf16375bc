/** One entry of `data.items` of GET /api/sys/dict/select-tree (docs/spec.md 3: dictionary entry). */
export interface DictNode {
  id: string;
  dictLabel: string;
  dictValue: string;
  dictValueType: 'Number' | 'Object' | 'Array' | 'String';
  dictColor: string | null;
  sysDicts: DictNode[];
}
