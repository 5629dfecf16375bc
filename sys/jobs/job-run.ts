import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** What became of the work of the server: the last runs of each kind. */
export const jobRun = defineResource({
  name: 'sys/job-run',
  title: '执行记录',
  table: 'sys_job_run',
  label: 'jobTitle',
  operations: ['select', 'select-page', 'export'],
  fields: {
    jobTitle: { kind: 'text', label: '任务', max: 50, width: 190 },
    jobKind: { kind: 'text', label: '名称', max: 100, width: 150 },
    runStatus: { kind: 'dict', label: '结果', dict: 'result_status', width: 90 },
    startTime: { kind: 'datetime', label: '开始时间', width: 165 },
    runDuration: { kind: 'number', label: '耗时', min: 0, max: 2_147_483_647, unit: 'ms', width: 110 },
    runAttempt: { kind: 'number', label: '第几次', min: 0, max: 1000, width: 90 },
    isFinal: { kind: 'boolean', label: '已放弃', default: '否', width: 90, help: '不会再自动重试' },
    runError: { kind: 'text', label: '错误', max: 500, width: 320 },
    runNode: { kind: 'text', label: '节点', max: 300, width: 150 },
  },
  list: ['startTime', 'jobTitle', 'runStatus', 'runDuration', 'runError', 'runAttempt', 'isFinal', 'runNode', 'jobKind'],
  listOptions: { hidden: ['jobKind'] },
  form: [],
  sort: 'startTime:desc',
  browse: { find: ['jobTitle', 'jobKind', 'runError'], filters: ['runStatus', 'isFinal'], card: ['runStatus', 'startTime', 'runDuration'] },
});
