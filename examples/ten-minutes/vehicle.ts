import { defineResource, statuses } from 'back-office/contract';

/** Vehicles that people drive on duty. */
export const vehicle = defineResource({
  name: 'acme/vehicle',
  title: '车辆',
  table: 'acme_vehicle',
  label: 'vehiclePlate',
  fields: {
    vehiclePlate: { kind: 'text', label: '车牌号', required: true, max: 20, log: 'plain', width: 120 },
    vehicleMileage: { kind: 'number', label: '里程', min: 0, max: 9_999_999, unit: 'km', log: 'plain', width: 110 },
    sysOrgId: { kind: 'reference', label: '所属机构', to: 'sys/org', log: 'plain', width: 160 },
    vehicleStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: ['vehiclePlate', 'vehicleMileage', 'sysOrgId', 'vehicleStatus', 'createTime'],
  form: ['vehiclePlate', 'vehicleMileage', 'sysOrgId', 'vehicleStatus'],
  import: ['vehiclePlate', 'vehicleMileage', 'sysOrgId'],
  sort: 'vehiclePlate:asc',
  unique: [['vehiclePlate']],
  scope: { org: 'sysOrgId' },
});
