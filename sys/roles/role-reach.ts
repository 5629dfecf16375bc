/** `data` of GET /api/sys/role/select-reach/{id}: the organisations whose data a role shows, by name. */
export interface RoleReach {
  dataScope: string;
  /** Listed by the role, or those of the people who hold it, with how many stand below that count too; at most a hundred. */
  orgs: { id: string; orgName: string; below: number }[];
  /** How many more there are, and how many of all lie beyond the asker's own data scope and are not named. */
  more: number;
  hidden: number;
  /** How many people hold the role. */
  holders: number;
}
