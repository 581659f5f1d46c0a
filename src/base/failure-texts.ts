/** Messages for failed calls where the server sent none. */
export const failureText = {
  sessionExpired: '登录过期，请重新登录！',
  busy: '系统繁忙，请刷新页面重试。',
  offline: '请检查您的网络设置，请求发送失败！',
  timeout: '等待太久没有收到回复，请检查网络后重试',
  cancelled: '取消操作',
  unexpected: '返回数据发生错误，请联系客服',
  page: '收到的是一个网页，不是系统的回复：可能要先登录所在的网络，或被防火墙拦截；请刷新页面重试，仍然出现请联系客服',
  unknown: '未知錯誤',
} as const

/**
 * Returns the text of an error for the seller. The server's text about a refused file (4xx) is a sentence that explains itself, so the
 * status of the upload is left out of it; reports to the server keep the status.
 */
export const failureMessage = (error: unknown, unknown: string = failureText.unknown): string =>
  error instanceof Error && error.message !== '' ? error.message.replace(/^(上传失败: )4\d\d (?=\S)/, '$1') : unknown
