import '@back-office/web/platform/style-nonce.ts';
import '../../../web/base.css';
import '@back-office/web/platform/ui/start.css';
import '@back-office/web/shell/layout/shell.css';
import './showcase.css';
import { office } from '../../../office.ts';
import { modules } from '../../../web/modules.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { appearance } from '@back-office/web/platform/appearance/appearance.ts';
import { fieldKinds } from '@back-office/web/crud/fields/cell-of.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { createQueryClient } from '@back-office/web/shell/start/create-query-client.ts';
import { pagesOf } from '@back-office/web/shell/routing/pages-of.ts';
import { makeShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import { TestProviders } from '@back-office/web/testing/test-providers.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { answerCalls } from './answers.ts';
import { Dialogs } from './dialogs.tsx';
import { FieldStates } from './field-states.tsx';
import { Lists, ManyRows } from './lists.tsx';
import { Parts } from './parts.tsx';
import { showcaseModule } from './resources.ts';

/*
 * `npm run showcase`: every kind of field and every state of the engine's parts on a page, without a server. Nothing of the
 * product imports it, as test/architecture.test.ts checks, so no build contains it.
 */
const views: Readonly<Record<string, { title: string; View: ComponentType }>> = {
  fields: { title: '字段', View: FieldStates },
  lists: { title: '列表', View: Lists },
  many: { title: '一万条', View: ManyRows },
  parts: { title: '组件', View: Parts },
  dialogs: { title: '表单与对话框', View: Dialogs },
};

openOffice(makeOffice([...office.modules, showcaseModule]));
answerCalls();
signInAs();
appearance.start();

const name = new URLSearchParams(location.search).get('view') ?? 'fields';
const { title, View } = views[name] ?? { title: '没有这个页面', View: () => null };
// The journey compares the page with these.
document.body.dataset['kinds'] = fieldKinds.join(' ');
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <TestProviders queries={createQueryClient()} slots={makeShellSlots(modules, pagesOf(modules))}>
        <main className="showcase shell-content">
          <h1>{title}</h1>
          <nav aria-label="陈列">
            {Object.entries(views).map(([key, view]) => (
              <a key={key} href={`?view=${key}`}>
                {view.title}
              </a>
            ))}
          </nav>
          <View />
        </main>
      </TestProviders>
    </StrictMode>,
  );
