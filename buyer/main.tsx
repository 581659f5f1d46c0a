import './buyer.css'
import './effects'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isPreview, reportOpening } from './api'
import { BuyerApp } from './app'

const [, token = ''] = /\/customize\/([^/]+)/.exec(location.pathname) ?? []
/** Registers the service worker, so that the page opens again without a network; nothing else depends on it. */
function keepForOffline(): void {
  try {
    void navigator.serviceWorker?.register('/customize/offline.js').catch(() => undefined)
  } catch {
    // In a frame without storage, reading `serviceWorker` throws.
  }
}
// The files of the first screen are loaded before.
window.addEventListener('load', keepForOffline)

const root = document.getElementById('root')
// A failure to count the opening changes nothing for the buyer.
if (!isPreview()) void reportOpening(token).catch(() => undefined)
if (root)
  createRoot(root).render(
    <StrictMode>
      <BuyerApp token={token} />
    </StrictMode>,
  )
