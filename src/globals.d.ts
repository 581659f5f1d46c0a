declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.png' {
  const url: string
  export default url
}
declare module '*.css'
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
/** Set by the build. */
declare const __BUILD_ID__: string
declare const __APP_VERSION__: string
