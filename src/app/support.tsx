import type { Platform } from '../../adapters/platform'
import { showMessage } from '../ui/confirm'
import { CopyButton } from '../ui/copy-button'
import { FailureText } from '../ui/failure-view'

/** Name of the account with which 联系客服 opens a chat. */
const supportNick = '壳匠客服'

/** Other ways to contact support when no chat opens: outside the client the page cannot detect whether one did. */
function OtherWays({ problem }: { readonly problem: unknown }) {
  return (
    <div className="support-ways">
      {problem !== undefined && (
        <p role="alert">
          <FailureText error={problem} />
        </p>
      )}
      <p>
        {problem === undefined ? '聊天页面已在新窗口打开。没有看到聊天？' : ''}请在千牛或阿里旺旺里搜索「{supportNick}」
        <CopyButton text={supportNick} label="复制名称" />
      </p>
      <p>出错的窗口里有追踪号，一起发给客服可以最快找到原因。常见问题见左侧的「帮助文档」。</p>
    </div>
  )
}

/** Opens a chat with support; if that fails, shows other ways to contact it. */
export async function contactSupport(platform: Pick<Platform, 'openChat' | 'ready'>): Promise<void> {
  let problem: unknown
  try {
    await platform.openChat(supportNick)
    if ((await platform.ready()).environment === 'qianniu') return
  } catch (error) {
    problem = error
  }
  await showMessage(problem === undefined ? '联系客服' : '聊天没有打开', <OtherWays problem={problem} />)
}
