// The list of pages is written when they are built; links hand on server and token.
import { pageUrl } from '../shared/link/address.js';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#pages a')) {
  link.href = pageUrl(link.getAttribute('href') ?? '', window.location);
}
