/** Stands for the browser's XMLHttpRequest in tests of uploads. */
import { vi } from 'vitest'

export class FakePost {
  url = ''
  timeout = 0
  status = 0
  responseText = ''
  isAborted = false
  readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  onSend: (post: FakePost) => void = () => undefined

  open(_method: string, url: string): void {
    this.url = url
  }
  send(): void {
    this.onSend(this)
  }
  abort(): void {
    this.isAborted = true
    this.onabort?.()
  }
  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total, lengthComputable: true })
  }
  reply(status: number, body = ''): void {
    this.status = status
    this.responseText = body
    this.onload?.()
  }
  fail(): void {
    this.onerror?.()
  }
}

/** Hands every post to `answer`. Returns the posts, the first one first. */
export function stubPosts(answer: (post: FakePost) => void): readonly FakePost[] {
  const posts: FakePost[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakePost {
      constructor() {
        super()
        this.onSend = answer
        posts.push(this)
      }
    },
  )
  return posts
}
