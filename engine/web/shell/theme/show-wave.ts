import type { ConfigProviderProps } from 'antd';

/**
 * The wave around a clicked button or ticked box, animated by the browser alone. antd's own is a separate React root, unmounted synchronously when it ends
 * two seconds later: React then discards concurrent renders, such as that of the list that the click opened.
 */
export const showWave: NonNullable<NonNullable<ConfigProviderProps['wave']>['showEffect']> = (element, { token, component }) => {
  if (component === 'Checkbox' && !element.querySelector('input')?.checked) return;
  const tone = element.matches('.ant-btn-color-dangerous') ? token.colorError : token.colorPrimary;
  element.animate(
    { boxShadow: [`0 0 0 0 color-mix(in srgb, ${tone} 30%, transparent)`, '0 0 0 6px transparent'] },
    // In addition to the element's own shadow.
    { duration: 500, easing: 'ease-out', composite: 'add' },
  );
};
