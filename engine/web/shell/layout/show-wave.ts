import type { ConfigProviderProps } from 'antd';

/**
 * The wave around a button that was pressed or a box that was ticked, by the browser alone. antd's own is a root of React beside the page, taken away at
 * once when it ends two seconds later: React then throws away what it draws in slices, such as the list that the press asked for.
 */
export const showWave: NonNullable<NonNullable<ConfigProviderProps['wave']>['showEffect']> = (element, { token, component }) => {
  if (component === 'Checkbox' && !element.querySelector('input')?.checked) return;
  const tone = element.matches('.ant-btn-color-dangerous') ? token.colorError : token.colorPrimary;
  element.animate(
    { boxShadow: [`0 0 0 0 color-mix(in srgb, ${tone} 30%, transparent)`, '0 0 0 6px transparent'] },
    // Beside the shadow that the element has.
    { duration: 500, easing: 'ease-out', composite: 'add' },
  );
};
