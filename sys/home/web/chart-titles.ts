/** The charts by name, in their order, with their titles, before which stands over how many days they go. */
export const chartTitles = {
  operations: '操作次数',
  'sign-ins': '登录',
  hours: '各时段操作次数',
  modules: '各模块操作次数',
} as const;
export type ChartName = keyof typeof chartTitles;
