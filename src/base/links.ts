/** Path of a help topic inside the plugin. */
export const helpPath = (topic: string): string => `/app/help/${topic}`

/** The user's own account: password, devices. */
export const accountPath = '/app/account'
/** Path of the screen that manages sub-accounts. */
export const subAccountsPath = `${accountPath}/sub_accounts`

/** Path of the list of who did what. */
export const auditPath = `${accountPath}/audit`

/** What to do when 该子帐号无此操作权限 appears. */
export const subAccountTutorial = helpPath('sub-account')
