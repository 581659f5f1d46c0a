/** Path of a help topic inside the plugin. */
export const helpPath = (topic: string): string => `/app/help/${topic}`

/** What to do when 该子帐号无此操作权限 appears. */
export const subAccountTutorial = helpPath('sub-account')
