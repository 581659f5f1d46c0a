import './buyer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isPreview, reportOpening } from './api'
import { BuyerApp } from './app'

const [, token = ''] = /\/customize\/([^/]+)/.exec(location.pathname) ?? []
/** Lets the page open again without a network, where the browser allows that; it is not needed for anything else. */
function keepForOffline(): void {
  try {
    void navigator.serviceWorker?.register('/customize/offline.js').catch(() => undefined)
  } catch {
    // A frame without storage refuses even to be asked.
  }
}
// What the first screen needs is loaded before.
window.addEventListener('load', keepForOffline)

const root = document.getElementById('root')
// The page works as well where the opening could not be counted.
if (!isPreview()) void reportOpening(token).catch(() => undefined)
if (root)
  createRoot(root).render(
    <StrictMode>
      <BuyerApp token={token} />
    </StrictMode>,
  )
