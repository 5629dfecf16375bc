import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Kinds of work that the server does by itself, each with its plan and its last run; nobody adds one or removes one. */
export const job = defineResource({
  name: 'sys/job',
  title: '定时任务',
  table: 'sys_job_plan',
  label: 'jobTitle',
  operations: ['select', 'select-page'],
  fields: {
    jobTitle: { kind: 'text', label: '任务', max: 50, width: 190 },
    jobKind: { kind: 'text', label: '名称', max: 100, width: 160 },
    jobState: { kind: 'text', label: '状态', max: 10, width: 100 },
    jobSchedule: { kind: 'text', label: '计划', max: 100, width: 130 },
    nextTime: { kind: 'datetime', label: '下次执行', width: 165 },
    lastTime: { kind: 'datetime', label: '上次执行', width: 165 },
    lastStatus: { kind: 'dict', label: '上次结果', dict: 'result_status', width: 95 },
    lastDuration: { kind: 'number', label: '上次耗时', min: 0, max: 2_147_483_647, unit: 'ms', width: 110 },
    lastError: { kind: 'text', label: '上次的错误', max: 500, width: 260 },
    isFailed: { kind: 'boolean', label: '需要处理', default: '否', width: 95, help: '多次重试后仍然失败' },
    isPlanned: { kind: 'boolean', label: '按计划执行', default: '否', width: 110 },
    waitingCount: { kind: 'number', label: '等待数', min: 0, max: 2_147_483_647, width: 90 },
    jobCron: { kind: 'text', label: '自定义时间', max: 100, width: 130 },
  },
  list: [
    'jobTitle',
    'jobState',
    'lastStatus',
    'lastTime',
    'lastError',
    'nextTime',
    'jobSchedule',
    'lastDuration',
    'isFailed',
    'waitingCount',
    'jobKind',
  ],
  listOptions: { hidden: ['isFailed', 'waitingCount', 'jobKind'] },
  form: [],
  search: ['jobTitle', 'jobKind', 'jobState', 'jobSchedule', 'nextTime', 'lastTime', 'lastStatus', 'isFailed', 'isPlanned'],
  sort: 'jobTitle:asc',
  browse: {
    find: ['jobTitle', 'jobKind'],
    filters: ['lastStatus', 'isFailed', 'isPlanned'],
    card: ['jobState', 'lastStatus', 'jobSchedule', 'nextTime'],
  },
});

/** Most characters of cron words. */
export const maxCronLength = 100;
