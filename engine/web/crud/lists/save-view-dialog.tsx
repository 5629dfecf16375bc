import { Checkbox, Form, Input, Modal } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { FocusField } from '../../platform/keyboard/focus-field.tsx';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { readViews, viewLimits, viewsToKeep, withView, type KeptState, type SavedViews } from './saved-views.ts';

export interface SaveViewDialogProps {
  storeKey: string;
  saved: SavedViews;
  /** The list's current state, which is saved. */
  kept: KeptState;
  onClose: () => void;
}

interface Values {
  name: string;
  usual: boolean;
}

/** Saves the list's current state as a view, under a name. */
export function SaveViewDialog({ storeKey, saved, kept, onClose }: SaveViewDialogProps) {
  const { message } = useApp();
  const [form] = Form.useForm<Values>();
  const [saving, work] = useBusy();
  const { hide, closing } = useClosing(onClose);
  const typed = Form.useWatch('name', form)?.trim() ?? '';
  const nameTaken = saved.views.some(({ name }) => name === typed);

  // Errors are shown by the request.
  const save = ({ name, usual }: Values): Promise<void> =>
    work(async () => {
      const view = { id: newKey(), name: name.trim(), ...kept };
      await preferenceStore.change(storeKey, (now) => viewsToKeep(withView(readViews(now), view, usual)));
      void message.success('已保存');
      hide();
    }).catch(() => undefined);
  return (
    <Modal {...closing} title="保存当前筛选" okText="保存" confirmLoading={saving} onOk={form.submit} onCancel={hide} width={440}>
      <FocusField />
      <p className="list-hint">连同搜索、筛选、排序、每页条数和显示的列一起保存。</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ usual: false }}
        // Ignores a second submit while the dialog closes.
        onFinish={(values: Values) => closing.open && void save(values)}
      >
        <Form.Item
          name="name"
          label="名称"
          extra={nameTaken ? '已有同名的常用筛选，保存后将替换它。' : undefined}
          rules={[
            { required: true, whitespace: true, message: '请输入名称' },
            { max: viewLimits.name, message: `名称不能超过 ${viewLimits.name} 个字符` },
            {
              validator: () =>
                nameTaken || saved.views.length < viewLimits.count
                  ? Promise.resolve()
                  : Promise.reject(new Error(`常用筛选不能超过 ${viewLimits.count} 个，请先删除不用的`)),
            },
          ]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="usual" valuePropName="checked" style={{ marginBottom: 0 }}>
          <Checkbox>打开列表时默认使用</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
