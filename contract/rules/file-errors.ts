/**
 * Chinese texts for errors of writing a file: the cause and what to do. Browsers give these errors a name of the DOM standard and
 * an English message; where a name has several causes, the text lists them.
 */

const texts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    QuotaExceededError: '磁盘或浏览器的存储空间不足，请清理后重试',
    NoModificationAllowedError: '文件正被另一个窗口或程序使用（如解压软件、杀毒软件），请关闭后重试',
    NotAllowedError: '没有写入所选文件夹的权限，请重试，并在浏览器询问时选择允许',
    SecurityError: '浏览器不允许写入所选文件夹，请重新下载并选择另一个文件夹',
    NotFoundError: '所选的文件夹已不在：可能被移走、改名，或移动硬盘已拔出；请接好后重试，或放弃后重新下载',
    InvalidStateError: '文件在写入时被其他程序改动或移走（如网盘同步、杀毒软件），请重试；仍不行请换一个文件夹',
    NotReadableError: '读不到要保存的文件：可能被其他程序占用，或移动硬盘、网络盘已断开；请检查后重试',
    UnknownError: '磁盘没有完成写入，浏览器没有说明原因；请检查磁盘是否正常、空间是否足够，再重试',
    TypeMismatchError: '要保存的位置有同名的文件夹，请移走它，或换一个文件夹后重新下载',
    InvalidModificationError: '所选的文件夹不能改动（可能是只读的），请换一个文件夹后重新下载',
    PathExistsError: '要保存的位置已有同名的文件，请移走它，或换一个文件夹后重新下载',
    NotSupportedError: '这个浏览器不能写入所选的位置，请在下载设置里改为浏览器的下载位置',
    InvalidAccessError: '浏览器不能写入所选的位置，请换一个文件夹后重新下载',
    NetworkError: '网络盘或移动盘断开了，请接好后重试',
    TimeoutError: '磁盘很久没有完成写入，请检查磁盘后重试',
    OperationError: '磁盘没有完成写入，请检查磁盘是否正常，再重试',
    AbortError: '浏览器中断了写入，请重试；仍不行请换一个文件夹',
    EncodingError: '文件名不被系统接受，请在下载设置里减少文件名的内容后重新下载',
    RangeError: '内存不足，请关闭其他页面后重试',
    DataCloneError: '浏览器没能保存下载进度，请刷新页面后重试',
    DataError: '浏览器没能保存下载进度，请刷新页面后重试',
    ConstraintError: '浏览器没能保存下载进度，请刷新页面后重试',
    TransactionInactiveError: '浏览器没能保存下载进度，请刷新页面后重试',
    VersionError: '浏览器没能保存下载进度，请刷新页面后重试',
    ReadOnlyError: '浏览器没能保存下载进度，请刷新页面后重试',
  }),
)
/** Said of any error without words of its own. */
const unknown = '写入文件时出错，请重试；仍不行请刷新页面，或换一个文件夹'
/**
 * Chromium ends a file that its Safe Browsing blocks with an AbortError, the name of a cancelled call, and names it in the message
 * alone (file_system_access_safe_move_helper.cc).
 */
const blockedText = '浏览器的安全检查拦截了这个文件，没有保存；请在下载设置里改为浏览器的下载位置，或换一个文件夹后重新下载'

const facts = (error: unknown): { readonly name: string; readonly message: string } => {
  const { name, message } = (typeof error === 'object' && error !== null ? error : {}) as { name?: unknown; message?: unknown }
  return { name: typeof name === 'string' ? name : '', message: typeof message === 'string' ? message : String(error ?? '') }
}

/** Whether the browser refused to keep a written file because it takes it for dangerous. */
export const isBlockedFile = (error: unknown): boolean => /safe ?browsing|blocked|malware|dangerous/i.test(facts(error).message)

/** Returns what went wrong with a file and what to do; a message that is Chinese already stays. */
export function fileErrorText(error: unknown): string {
  const { name, message } = facts(error)
  if (/\p{Script=Han}/u.test(message)) return message
  if (isBlockedFile(error) && (name === 'AbortError' || name === 'SecurityError')) return blockedText
  return texts.get(name) ?? unknown
}
