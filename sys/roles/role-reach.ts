/** `data` of GET /api/sys/role/select-reach/{id}: the organisations whose data a role shows, by name. */
export interface RoleReach {
  dataScope: string;
  /** Listed by the role, or those of the people who hold it, with how many stand below that count too; at most a hundred. */
  orgs: { id: string; orgName: string; below: number }[];
  /** How many more of them there are. */
  more: number;
  /** How many people hold the role. */
  holders: number;
  /** Whether more of them, or of those people, lie beyond what the asker reaches, of which nothing else is told, not even how many they are. */
  hidden: boolean;
}
