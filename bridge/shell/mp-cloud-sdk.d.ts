/** Declares the cloud SDK. It is installed with the mini-program (program/package.json), not with the plugin. */
declare module '@tbmp/mp-cloud-sdk' {
  export const Cloud: new () => import('./client/sdk').CloudSdk
}
