import type { Language } from '../shared/words/language.js';

const en = {
  title: 'This device and the seat',
  isSecure: 'This page is secure: this device trusts the seat already. Nothing is to be done.',
  isPlain: 'This page is not secure. Sound, headsets and gamepads need a secure one.',
  why: 'Browsers let only secure pages (https) use sound, headsets and gamepads. The school has made a certificate of its own for that. Install it once on each device; it then holds for all seats of the school.',
  fetch: 'Fetch the certificate of the school.',
  download: 'Fetch the certificate',
  install: 'Install it, and say that it is trusted for web sites:',
  compare:
    'Compare: the device shows the certificate’s SHA-256 fingerprint. It must be the one that “outrigger certs --show” prints on the seat. If it is not, remove the certificate: it came from somebody else.',
  open: 'Open the seat by its secure address.',
  openSeat: 'Open the seat',
  remove:
    'To take the trust back, delete the certificate in the same place. It can vouch only for addresses of local networks and for names of the school.',
  windows:
    'Open school.crt, press Install Certificate, choose Local Machine (or Current User), then Place all certificates in the following store: Trusted Root Certification Authorities. Start the browser again.',
  macos:
    'Open school.crt: Keychain Access takes it. Double-click it there, open Trust, set Secure Sockets Layer (SSL) to Always Trust.',
  ios: 'Open the file with Safari and allow the download of the profile. Settings → General → VPN & Device Management: install it. Then Settings → General → About → Certificate Trust Settings: switch it on. Both steps are needed.',
  android:
    'Settings → Security → More security settings → Encryption & credentials → Install a certificate → CA certificate, choose school.crt. Words differ between makers: search the settings for "certificate".',
  chrome:
    'Address chrome://certificate-manager, Custom → Installed by you → Trusted Certificates → Import, choose school.crt. Older versions: Settings → Privacy and security → Security → Manage certificates → Authorities → Import.',
  firefox:
    'Settings → Privacy & Security → Certificates → View Certificates → Authorities → Import, choose school.crt, tick Trust this CA to identify websites. Firefox has a list of its own on every system.',
  headset:
    'Headsets with Android: fetch the file in the headset’s browser, then Settings → Security → Install from storage where there is such an entry. Where there is none, the browser’s warning page lets one visit the seat all the same; check the fingerprint there.',
};
export type TrustKey = keyof typeof en;
export type TrustTexts = Record<TrustKey, string>;

const es: TrustTexts = {
  title: 'Este dispositivo y el puesto',
  isSecure:
    'Esta página es segura: este dispositivo ya confía en el puesto. No hay que hacer nada.',
  isPlain:
    'Esta página no es segura. El sonido, los visores y los mandos necesitan una que lo sea.',
  why: 'Los navegadores solo permiten a las páginas seguras (https) usar sonido, visores y mandos. Para ello la escuela ha creado un certificado propio. Instálelo una vez en cada dispositivo; vale para todos los puestos de la escuela.',
  fetch: 'Descargue el certificado de la escuela.',
  download: 'Descargar el certificado',
  install: 'Instálelo e indique que es de confianza para sitios web:',
  compare:
    'Compare: el dispositivo muestra la huella SHA-256 del certificado. Debe ser la que imprime «outrigger certs --show» en el puesto. Si no lo es, elimine el certificado: viene de otra persona.',
  open: 'Abra el puesto por su dirección segura.',
  openSeat: 'Abrir el puesto',
  remove:
    'Para retirar la confianza, borre el certificado en el mismo lugar. Solo puede responder por direcciones de redes locales y por nombres de la escuela.',
  windows:
    'Abra school.crt, pulse Instalar certificado, elija Equipo local (o Usuario actual) y luego Colocar todos los certificados en el siguiente almacén: Entidades de certificación raíz de confianza. Reinicie el navegador.',
  macos:
    'Abra school.crt: lo recibe Acceso a Llaveros. Haga doble clic en él, abra Confiar y ponga SSL (Secure Sockets Layer) en Confiar siempre.',
  ios: 'Abra el archivo con Safari y permita descargar el perfil. Ajustes → General → VPN y gestión de dispositivos: instálelo. Después Ajustes → General → Información → Ajustes de confianza de los certificados: actívelo. Hacen falta los dos pasos.',
  android:
    'Ajustes → Seguridad → Más ajustes de seguridad → Cifrado y credenciales → Instalar un certificado → Certificado de CA, elija school.crt. Los nombres varían según el fabricante: busque «certificado» en los ajustes.',
  chrome:
    'Dirección chrome://certificate-manager, Personalizado → Instalados por ti → Certificados de confianza → Importar, elija school.crt. Versiones anteriores: Configuración → Privacidad y seguridad → Seguridad → Gestionar certificados → Entidades emisoras → Importar.',
  firefox:
    'Ajustes → Privacidad y seguridad → Certificados → Ver certificados → Autoridades → Importar, elija school.crt y marque Confiar en esta CA para identificar sitios web. Firefox tiene una lista propia en todos los sistemas.',
  headset:
    'Visores con Android: descargue el archivo en el navegador del visor y vaya a Ajustes → Seguridad → Instalar desde el almacenamiento, si existe esa entrada. Si no, la página de aviso del navegador permite visitar el puesto de todos modos; compruebe allí la huella.',
};

const de: TrustTexts = {
  title: 'Dieses Gerät und der Fahrersitz',
  isSecure: 'Diese Seite ist sicher: Das Gerät vertraut dem Sitz bereits. Es ist nichts zu tun.',
  isPlain: 'Diese Seite ist nicht sicher. Ton, Datenbrillen und Gamepads brauchen eine sichere.',
  why: 'Browser erlauben Ton, Datenbrillen und Gamepads nur sicheren Seiten (https). Dafür hat die Schule ein eigenes Zertifikat. Installieren Sie es auf jedem Gerät einmal; es gilt dann für alle Sitze der Schule.',
  fetch: 'Laden Sie das Zertifikat der Schule.',
  download: 'Zertifikat laden',
  install: 'Installieren Sie es und erlauben Sie, dass es für Websites gilt:',
  compare:
    'Vergleichen Sie: Das Gerät zeigt den SHA-256-Fingerabdruck des Zertifikats. Es muss der sein, den „outrigger certs --show“ am Sitz ausgibt. Wenn nicht, entfernen Sie das Zertifikat: Es stammt von jemand anderem.',
  open: 'Öffnen Sie den Sitz unter seiner sicheren Adresse.',
  openSeat: 'Sitz öffnen',
  remove:
    'Um das Vertrauen zurückzunehmen, löschen Sie das Zertifikat an derselben Stelle. Es kann nur für Adressen lokaler Netze und für Namen der Schule bürgen.',
  windows:
    'Öffnen Sie school.crt, drücken Sie Zertifikat installieren, wählen Sie Lokaler Computer (oder Aktueller Benutzer), dann Alle Zertifikate in folgendem Speicher speichern: Vertrauenswürdige Stammzertifizierungsstellen. Starten Sie den Browser neu.',
  macos:
    'Öffnen Sie school.crt: Die Schlüsselbundverwaltung nimmt es auf. Doppelklicken Sie es dort, öffnen Sie Vertrauen und setzen Sie Secure Sockets Layer (SSL) auf Immer vertrauen.',
  ios: 'Öffnen Sie die Datei mit Safari und erlauben Sie das Laden des Profils. Einstellungen → Allgemein → VPN und Geräteverwaltung: installieren. Dann Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen: einschalten. Beide Schritte sind nötig.',
  android:
    'Einstellungen → Sicherheit → Weitere Sicherheitseinstellungen → Verschlüsselung und Anmeldedaten → Zertifikat installieren → CA-Zertifikat, wählen Sie school.crt. Die Wörter unterscheiden sich je nach Hersteller: Suchen Sie in den Einstellungen nach „Zertifikat“.',
  chrome:
    'Adresse chrome://certificate-manager, Benutzerdefiniert → Von dir installiert → Vertrauenswürdige Zertifikate → Importieren, wählen Sie school.crt. Ältere Versionen: Einstellungen → Datenschutz und Sicherheit → Sicherheit → Zertifikate verwalten → Zertifizierungsstellen → Importieren.',
  firefox:
    'Einstellungen → Datenschutz & Sicherheit → Zertifikate → Zertifikate anzeigen → Zertifizierungsstellen → Importieren, wählen Sie school.crt und kreuzen Sie Dieser CA vertrauen, um Websites zu identifizieren an. Firefox hat auf jedem System eine eigene Liste.',
  headset:
    'Datenbrillen mit Android: Laden Sie die Datei im Browser der Brille, dann Einstellungen → Sicherheit → Vom Speicher installieren, wo es das gibt. Wo nicht, lässt die Warnseite des Browsers den Besuch dennoch zu; prüfen Sie dort den Fingerabdruck.',
};

export const kTrustTexts: Record<Language, TrustTexts> = { en, es, de };

/** Which steps a device needs, and how its browser calls itself: the first that fits. */
export const kDevices: readonly { name: string; steps: TrustKey; agents: RegExp }[] = [
  { name: 'Meta Quest, Pico', steps: 'headset', agents: /OculusBrowser|PicoBrowser/ },
  { name: 'Firefox', steps: 'firefox', agents: /Firefox/ },
  { name: 'iPhone, iPad', steps: 'ios', agents: /iPhone|iPad/ },
  { name: 'Android', steps: 'android', agents: /Android/ },
  { name: 'Windows', steps: 'windows', agents: /Windows/ },
  { name: 'macOS', steps: 'macos', agents: /Macintosh/ },
  { name: 'Linux, Chrome, Chromium', steps: 'chrome', agents: /Linux|CrOS/ },
];
