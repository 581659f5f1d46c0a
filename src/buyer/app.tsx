import { useEffect, useState } from 'react'
import { localValues } from '../../adapters/storage/values'
import type { BuyerLink } from '../../contract/types'
import { BuyerError, beginDesign, type DesignKey, readDesign, readLink } from './api'
import { type DesignSession, openSession } from './design-session'
import { Editor } from './editor'
import { Finish } from './finish'
import { Notice, Start } from './start'

/** The design that the address names in its fragment, which is never sent to a server. */
function keyIn(fragment: string): DesignKey | null {
  const [, id, secret] = /^#d=(\d+)\.([\w-]{20,200})$/.exec(fragment) ?? []
  return id && secret ? { id: Number(id), secret } : null
}
const fragmentOf = ({ id, secret }: DesignKey) => `#d=${id}.${secret}`

interface Opened {
  readonly key: DesignKey
  readonly session: DesignSession
}

/** The buyer's page behind one customization link. */
export function BuyerApp({ token }: { readonly token: string }) {
  const [link, setLink] = useState<BuyerLink | BuyerError | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [loading, setLoading] = useState(true)
  const [isFinishing, setFinishing] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const lastKey = `kejiang.buyer.last.${token}`

  useEffect(() => {
    let isCurrent = true
    const key = keyIn(location.hash) ?? keyIn(localValues.getItem(lastKey) ?? '')
    const open = async () => {
      const offer = await readLink(token).catch((error: unknown) => asBuyerError(error))
      if (!isCurrent) return
      setLink(offer)
      if (key && !(offer instanceof BuyerError)) {
        const design = await readDesign(key).catch((error: unknown) => asBuyerError(error))
        if (!isCurrent) return
        if (!(design instanceof BuyerError)) {
          history.replaceState(null, '', fragmentOf(key))
          setOpened({ key, session: openSession(key, design) })
          setFinishing(design.submittedRevision === design.revision && design.status === 'submitted')
        } else if (design.code === 'not-found') {
          localValues.removeItem(lastKey)
          setLost('之前的设计已经不在了，可以重新开始。')
        } else setLink(design)
      }
      setLoading(false)
    }
    void open()
    return () => {
      isCurrent = false
    }
  }, [token, lastKey])
  useEffect(() => {
    if (!opened) return
    // A page that is hidden may never come back, so what is unsaved is sent at once.
    const save = () => document.visibilityState === 'hidden' && void opened.session.flush()
    document.addEventListener('visibilitychange', save)
    return () => {
      document.removeEventListener('visibilitychange', save)
      opened.session.dispose()
    }
  }, [opened])

  if (link instanceof BuyerError) return <Notice title="打不开这个定制链接" text={link.message} />
  if (loading || link === null) return <Notice title="正在打开…" text="" />
  if (!opened) {
    return (
      <>
        {lost && (
          <p className="problem" role="note">
            {lost}
          </p>
        )}
        <Start
          link={link}
          onBegin={async (start) => {
            const { secret, design } = await beginDesign(token, start)
            const key = { id: design.id, secret }
            localValues.setItem(lastKey, fragmentOf(key))
            history.replaceState(null, '', fragmentOf(key))
            setOpened({ key, session: openSession(key, design) })
          }}
        />
      </>
    )
  }
  return isFinishing ? (
    <Finish link={link} session={opened.session} onBack={() => setFinishing(false)} />
  ) : (
    <Editor link={link} designKey={opened.key} session={opened.session} onDone={() => setFinishing(true)} />
  )
}

const asBuyerError = (error: unknown): BuyerError =>
  error instanceof BuyerError ? error : new BuyerError('internal', '服务暂时不可用，请稍后再试')
