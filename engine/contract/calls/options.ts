/** One record as a choice: an item of `data.items` of GET /api/{res}/select-options. */
export interface Option {
  id: string;
  label: string;
  /** Of a tree: the parent, its label (there are many 朝阳区), and whether there are nodes below. */
  parentId: string | null;
  parentLabel: string | null;
  hasChildren: boolean;
  /** What the record belongs to, where that was asked for: there are many 财务部. */
  withinLabel: string | null;
}
