import { defineResource, logOperations } from '../resource/resource.ts';

/** Every change and who made it (wire.md, "Fields": log-opt). Read only, grows for ever. */
export const logOpt = defineResource({
  name: 'sys/log-opt',
  title: '操作日志',
  table: 'sys_log_opt',
  label: 'optTarget',
  operations: logOperations,
  fields: {
    userAccount: { kind: 'text', label: '账号', max: 256, width: 120 },
    userName: { kind: 'text', label: '姓名', max: 50, width: 110 },
    optModule: { kind: 'text', label: '模块', max: 50, width: 110 },
    optType: { kind: 'text', label: '操作', max: 50, width: 90 },
    optTarget: { kind: 'text', label: '对象', max: 500, width: 200 },
    requestMethod: { kind: 'text', label: '请求方式', max: 10, width: 100 },
    requestPath: { kind: 'text', label: '请求路径', max: 300, width: 220 },
    requestParams: { kind: 'json', label: '请求参数' },
    optStatus: { kind: 'dict', label: '结果', dict: 'result_status', width: 90 },
    optMessage: { kind: 'text', label: '说明', max: 500, width: 180 },
    optChanges: { kind: 'json', label: '变更内容' },
    optIp: { kind: 'text', label: 'IP 地址', max: 45, width: 140 },
    duration: { kind: 'number', label: '耗时', min: 0, max: 999999999, unit: 'ms', width: 100 },
    requestId: { kind: 'text', label: '请求编号', max: 64, width: 160 },
    optTime: { kind: 'moment', label: '时间', width: 170 },
  },
  list: ['userAccount', 'userName', 'optModule', 'optType', 'optTarget', 'optStatus', 'optMessage', 'requestMethod', 'requestPath', 'optIp', 'duration', 'optTime'],
  form: [],
  export: ['userAccount', 'userName', 'optModule', 'optType', 'optTarget', 'optStatus', 'optMessage', 'requestMethod', 'requestPath', 'optIp', 'duration', 'requestId', 'optTime'],
  sort: 'optTime:desc',
  scope: { person: 'createUser' },
});
