/** Installed with the shell, not with the plugin: see program/package.json. */
declare module '@tbmp/mp-cloud-sdk' {
  export const Cloud: new () => import('./client/sdk').CloudSdk
}
