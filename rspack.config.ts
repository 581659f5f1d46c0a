import { defineConfig } from '@rspack/cli'
import { type Compiler, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import pkg from './package.json' with { type: 'json' }
import { preactForReact } from './scripts/lib/preact-for-react.mjs'

const dev = process.env.NODE_ENV === 'development'
/** Qianniu's embedded engine; see docs/adr/0004. */
const targets = ['chrome >= 92']
const buildId = process.env.BUILD_ID ?? 'dev'

/** The buyers' page; docs/adr/0065 says why it is drawn by Preact. */
const buyer = `${import.meta.dirname}/buyer`
const buyerAliases = Object.fromEntries(Object.entries(preactForReact).map(([react, preact]) => [`${react}$`, preact]))

/** Chunks of a first load besides that of the buyers' page, which loads nothing of the plugin. */
const notBuyer = (chunk: { readonly name?: string | undefined; canBeInitial(): boolean }) =>
  chunk.name !== 'buyer' && chunk.canBeInitial()

/** The code of an open design of a buyer (buyer/workshop.ts). */
const workshop = 'buyer.workshop'

/** Names the files of the workshop in the buyers' page for its service worker. The page asks for them itself, after its first screen. */
const namesWorkshop = (compiler: Compiler): void => {
  compiler.hooks.compilation.tap('buyer-workshop', (compilation) => {
    rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise('buyer-workshop', async (page) => {
      if (page.outputName !== 'buyer.html') return page
      const files = [...(compilation.namedChunks.get(workshop)?.files ?? [])].filter((file) => /\.(?:js|css)$/.test(file))
      if (files.length === 0) throw new Error(`no chunk is named ${workshop}`)
      const tags = files.map((file) => ({
        tagName: 'meta',
        attributes: { name: 'also-kept', content: `${page.publicPath}${file}` },
        voidTag: true,
      }))
      return { ...page, headTags: [...page.headTags, ...tags] }
    })
  })
}

/** Options that compile our sources; `refresh` keeps the state of React's components while they are edited. */
const compiled = (refresh: boolean) => ({
  detectSyntax: 'auto' as const,
  env: { targets },
  jsc: { transform: { react: { runtime: 'automatic' as const, development: dev, refresh } } },
})

/** The plugin, the buyers' page and the client simulator: pages of one compilation. */
export default defineConfig({
  mode: dev ? 'development' : 'production',
  entry: {
    main: './src/main.tsx',
    buyer: './buyer/main.tsx',
    simulator: './bridge/simulator/page.ts',
    // The testers' page beside the simulator; its name keeps its files out of packed plugins.
    'simulator.qa': './src/app/qa/main.tsx',
    // A service worker serves the pages below its own address.
    offline: { import: './buyer/offline.worker.ts', filename: 'customize/offline.js' },
    // What the client's own script is to a page; loaded by address, so it is one file at a fixed place.
    webview: { import: './bridge/simulator/web-view.ts', filename: 'simulator/web-view.js' },
    phone: { import: './bridge/simulator/phone.ts', filename: 'simulator/phone.js' },
    parent: { import: './bridge/simulator/parent.ts', filename: 'simulator/parent.js' },
  },
  output: {
    path: `${import.meta.dirname}/dist/web`,
    clean: true,
    filename: dev ? 'assets/[name].js' : 'assets/[name].[contenthash:8].js',
    chunkFilename: dev ? 'assets/[name].js' : 'assets/[name].[contenthash:8].js',
    cssFilename: dev ? 'assets/[name].css' : 'assets/[name].[contenthash:8].css',
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
    publicPath: process.env.PUBLIC_PATH ?? '/',
  },
  target: ['web', 'browserslist:chrome >= 92'],
  // HarfBuzz names Node's own module on a path that only Node takes.
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    fallback: { module: false },
    // Arco's texts bring Day.js along, which only its date fields need: they import its locale themselves.
    // ofetch brings a parser of JSON and a builder of addresses along: contract/send reads text and takes whole addresses.
    alias: { 'dayjs/locale/zh-cn$': false, destr$: false, ufo$: false },
  },
  devtool: dev ? 'cheap-module-source-map' : 'source-map',
  module: {
    parser: { 'css/auto': { namedExports: false } },
    generator: { 'css/auto': { exportsConvention: 'camel-case' } },
    rules: [
      {
        test: /\.tsx?$/,
        exclude: [/node_modules/, buyer],
        loader: 'builtin:swc-loader',
        type: 'javascript/auto',
        options: compiled(dev),
      },
      {
        test: /\.tsx?$/,
        include: buyer,
        loader: 'builtin:swc-loader',
        type: 'javascript/auto',
        // React's refresh knows nothing of Preact.
        options: compiled(false),
        resolve: { alias: buyerAliases },
      },
      {
        // Published with static blocks, which came with Chrome 94.
        test: /[\\/]node_modules[\\/]harfbuzzjs[\\/].*\.m?js$/,
        loader: 'builtin:swc-loader',
        type: 'javascript/auto',
        options: { env: { targets } },
      },
      {
        test: /[\\/]web-react[\\/]icon[\\/]react-icon[\\/]Icon\w+[\\/]index\.js$/,
        loader: `${import.meta.dirname}/scripts/lib/arco-icon-loader.mjs`,
        sideEffects: false,
      },
      // Little CMS asks for the folder it lies in, which is no module; its worker says where the WASM is.
      { test: /[\\/]node_modules[\\/]lcms-wasm[\\/]/, parser: { url: false } },
      { test: /\.css$/, type: 'css/auto' },
      { test: /\.(svg|png|webp)$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new rspack.HtmlRspackPlugin({
      template: './public/index.html',
      filename: 'index.html',
      chunks: ['main'],
      // A packed plugin is not served by its server and must be told where that is; empty means "whoever served the page".
      // So it is with the programs that may embed it, origins with a space between; a server writes its own EMBED_HOSTS over them.
      templateParameters: { apiBase: process.env.API_BASE ?? '', embedOrigins: process.env.EMBED_ORIGINS ?? '' },
    }),
    new rspack.HtmlRspackPlugin({ template: './public/buyer.html', filename: 'buyer.html', chunks: ['buyer'] }),
    { apply: namesWorkshop },
    new rspack.HtmlRspackPlugin({ template: './public/simulator.html', filename: 'simulator.html', chunks: ['simulator'] }),
    new rspack.HtmlRspackPlugin({
      template: './public/simulator-phone.html',
      filename: 'simulator-phone.html',
      chunks: ['phone'],
    }),
    new rspack.HtmlRspackPlugin({
      template: './public/simulator-parent.html',
      filename: 'simulator-parent.html',
      chunks: ['parent'],
    }),
    new rspack.HtmlRspackPlugin({
      template: './public/simulator-qa.html',
      filename: 'simulator-qa.html',
      chunks: ['simulator.qa'],
    }),
    // Arco's components import its ConfigProvider by this path.
    new rspack.NormalModuleReplacementPlugin(
      /^(?:\.\.\/)+ConfigProvider$/,
      `${import.meta.dirname}/src/ui/arco-config-provider.ts`,
    ),
    new rspack.DefinePlugin({ __BUILD_ID__: JSON.stringify(buildId), __APP_VERSION__: JSON.stringify(pkg.version) }),
    // Nearly all functions of the first load are called at once, so engines that know this hint compile them while the file arrives, beside
    // the page's thread. Source: https://v8.dev/blog/explicit-compile-hints.
    // The hint is added after minification, which removes comments.
    new rspack.BannerPlugin({
      banner: '//# allFunctionsCalledOnLoad',
      raw: true,
      test: /^assets\/(main|vendor)\.[^/]*js$/,
      stage: rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1,
    }),
    dev && new ReactRefreshRspackPlugin({ exclude: [/node_modules/, buyer] }),
  ].filter(Boolean),
  optimization: {
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin(),
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets } }),
    ],
    splitChunks: {
      // Bytes before minification. A request costs a page more than code that two screens carry.
      minSize: 60_000,
      // A page loads the client's script alone, and a browser the service worker, so they must be whole.
      chunks: (chunk) => !['webview', 'offline', 'buyer', workshop].includes(chunk.name ?? ''),
      cacheGroups: {
        // Only what the first load needs: chunks 'all' would pull lazy screens' libraries into it.
        vendor: { test: /[\\/]node_modules[\\/]/, name: 'vendor', chunks: notBuyer, priority: 1 },
        // Its name keeps the testers' libraries and styles out of packed plugins, like the rest of their page.
        testers: {
          test: /[\\/]node_modules[\\/]/,
          name: 'simulator.qa-vendor',
          chunks: (chunk) => chunk.name === 'simulator.qa-page',
          priority: 10,
          enforce: true,
        },
        leafer: { test: /[\\/]node_modules[\\/](leafer|@leafer)/, name: 'leafer', chunks: 'async', priority: 5 },
      },
    },
  },
  performance: false,
  devServer: {
    port: 4601,
    hot: true,
    historyApiFallback: {
      rewrites: [
        { from: /^\/customize\/[^.]*$/, to: '/buyer.html' },
        { from: /^\/simulator\/?$/, to: '/simulator.html' },
        { from: /^\/simulator\/qa$/, to: '/simulator-qa.html' },
        { from: /^\/simulator\/parent$/, to: '/simulator-parent.html' },
        { from: /^\/simulator\/phone$/, to: '/simulator-phone.html' },
      ],
    },
    proxy: [{ context: ['/api', '/files', '/simulator/space'], target: `http://127.0.0.1:${process.env.PORT ?? 4600}` }],
  },
})
