/** One record as a choice: an item of `data.items` of GET /api/{res}/select-options. */
export interface Option {
  id: string;
  label: string;
  /** For a tree: the parent, its label (there are many 朝阳区), and whether the node has children. */
  parentId: string | null;
  parentLabel: string | null;
  hasChildren: boolean;
  /** The label of the reference in `within`, if requested: there are many 财务部. */
  withinLabel: string | null;
}
