/**
 * The modules that files of the buyers' page get for those of React that they or their JSX name; docs/adr/0065 says why. The bundler and
 * the tests of the page read them.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const preactForReact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
}
