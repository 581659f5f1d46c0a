/** Says back what it is told: proves that workers of the plugin's own files start here. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => postMessage(data))
