/** The charts by name, in their order, with their titles. */
export const chartTitles = {
  operations: '近30天操作次数',
  'sign-ins': '近30天登录',
  hours: '各时段操作次数',
  modules: '各模块操作次数',
} as const;
export type ChartName = keyof typeof chartTitles;
