import { useTitle } from '../session/use-title.ts';
import './error-page.css';

const texts: Record<string, { title: string; text: string }> = {
  '403': { title: '没有访问权限', text: '您的账号不能打开这个页面，如有需要请联系管理员。' },
  '404': { title: '页面不存在', text: '地址可能有误，或者页面已被移除。' },
  '500': { title: '服务器异常', text: '服务器暂时无法处理，请稍后重试。' },
  withdrawn: { title: '您已没有访问此页面的权限', text: '管理员刚刚调整了您的权限；未保存的内容已存为草稿。' },
  '40003': { title: '没有可访问的页面', text: '您的账号还没有分配任何功能，请联系管理员。' },
};

/** A page that explains an error by its status or code, with a way back. Without antd, as it must work for everybody. */
export function ErrorPage({ status, onHome }: { status: string; onHome: () => void }) {
  const known = Object.hasOwn(texts, status) ? texts[status] : undefined;
  const { title, text } = known ?? { title: '页面出错了', text: '请返回首页后重试。' };
  useTitle(title);
  return (
    <div className="error-page">
      {/^\d{3,5}$/.test(status) && <p className="error-status">{status}</p>}
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={onHome}>
        返回首页
      </button>
    </div>
  );
}
