/** Short messages between the windows of this browser that show the plugin; each is only a hint to look again. */

export interface WindowNews {
  /** Tells all other windows that something about `subject` changed. */
  announce(subject: string): void
  /**
   * Calls the listener with what another window announced, and with null when this window is looked at again: where messages do not
   * arrive, that is the moment to look. @returns a function that unsubscribes.
   */
  onNews(listener: (subject: string | null) => void): () => void
}

/** News under a name; they go by BroadcastChannel, which a frame without storage may not have. */
export function windowNews(name: string): WindowNews {
  let channel: BroadcastChannel | null = null
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // Without messages the focus alone tells when to look.
  }
  return {
    announce: (subject) => channel?.postMessage(subject),
    onNews(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => typeof data === 'string' && listener(data)
      const onLookedAt = () => document.visibilityState === 'visible' && listener(null)
      channel?.addEventListener('message', onMessage)
      addEventListener('focus', onLookedAt)
      document.addEventListener('visibilitychange', onLookedAt)
      return () => {
        channel?.removeEventListener('message', onMessage)
        removeEventListener('focus', onLookedAt)
        document.removeEventListener('visibilitychange', onLookedAt)
      }
    },
  }
}
