import { useQueryClient } from '@tanstack/react-query';
import { App, Input } from 'antd';
import { type Action, request, type Values } from 'back-office/web';
import { agreement, moves } from '../agreement.ts';

/** A button for each move, shown if the state allows the move and the person has its permission. */
export function useMoves(): Action<Values>[] {
  const { modal, message } = App.useApp();
  const queries = useQueryClient();
  return moves.map(({ call, label, from, permission, asks }) => ({
    name: permission,
    label,
    affix: true,
    offered: (row) => row['agreementState'] === from,
    run: async (row) => {
      const { asked, body } = questionOf(asks);
      // Awaited, so that the dialog stays open with the typed text if the server refuses.
      const sure = await modal.confirm({
        title: `${label}“${String(row['agreementName'])}”？`,
        content: asked,
        okText: label,
        centered: true,
        onOk: () => request(`/api/${agreement.name}/${call}/${String(row['id'])}`, { method: 'PUT', json: body() }),
      });
      if (sure) void message.success(`已${label}`);
      // Reloads in both cases, so that the page shows the current state.
      await queries.invalidateQueries({ queryKey: [agreement.name] });
    },
  }));
}

/** The input for a move's reason, and the body of its call. */
function questionOf(asks: string | undefined) {
  let reason = '';
  return {
    asked: asks !== undefined && (
      <Input.TextArea
        aria-label={asks}
        placeholder={asks}
        maxLength={200}
        autoSize={{ minRows: 3 }}
        onChange={({ target }) => (reason = target.value)}
      />
    ),
    body: () => (asks === undefined ? undefined : { reason }),
  };
}
