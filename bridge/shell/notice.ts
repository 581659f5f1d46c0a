/** Texts of the shell's own page for the case that the plugin cannot be opened. */
import { BridgeError } from '../core/errors'
import { subAccountText } from './session'

export interface Notice {
  readonly title: string
  readonly text: string
  /** Label of the retry button; empty for no button. */
  readonly retryLabel: string
  /** Whether to offer the guide for sub-accounts. */
  readonly hasTutorial: boolean
}

export function noticeOf(error: unknown): Notice {
  const known = error instanceof BridgeError ? error : undefined
  switch (known?.code) {
    case 'PERMISSION':
      return {
        title: subAccountText,
        text: '请主帐号在子帐号管理里把「壳匠」授权给这个子帐号，然后点击「重新授权」。',
        retryLabel: '重新授权',
        hasTutorial: true,
      }
    case 'USER_DENIED':
      return {
        title: '需要您的授权',
        text: '壳匠要读取店铺的商品和订单、使用图片空间，请在弹窗里同意授权后使用。',
        retryLabel: '重新授权',
        hasTutorial: false,
      }
    case 'NOT_QIANNIU':
    case 'UNSUPPORTED':
      return {
        title: '当前可能不是千牛环境',
        text: '请在电脑端千牛里打开壳匠，并把千牛升级到最新版本。',
        retryLabel: '重试',
        hasTutorial: false,
      }
    case 'TIMEOUT':
      return {
        title: '千牛数据返回超时',
        text: '千牛没有及时返回授权信息，请检查网络后重试。',
        retryLabel: '重试',
        hasTutorial: false,
      }
    default:
      return {
        title: '没有打开壳匠',
        text: '千牛授权没有成功，请检查网络后重试；多次不成功请联系客服。',
        retryLabel: '重试',
        hasTutorial: false,
      }
  }
}
