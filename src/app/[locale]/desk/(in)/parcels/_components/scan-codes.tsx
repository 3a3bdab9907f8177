import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import { orderNumberText } from '@/domain/order';
import { readScan, type Scanned } from '@/domain/scan';
import { useI18n } from '@/locales/client';
import type { CodeReader } from './read-picture';
import classes from './scan-codes.module.css';

const LOOK_EVERY_MS = 200;
/** After so many pictures without a code, about eight seconds, the member reads what helps. */
const UNREAD_PICTURES = 40;

/** Why no code is read although the camera shows a picture. */
type ReadFault = 'unread' | 'noReader';

interface ScanCodesProps {
  /** Called with an order and its tracking number, one after the other scanned. */
  onSent: (line: Extract<Scanned, { kind: 'sent' }>) => void;
  onClose: () => void;
}

/** Scans the code of an order, then its tracking number, again and again. */
export function ScanCodes({ onSent, onClose }: ScanCodesProps) {
  const t = useI18n();
  const { video, fault, isLit, switchTorch } = useCamera();
  const [courier, setCourier] = useState('');
  const [order, setOrder] = useState<number | null>(null);
  const [last, setLast] = useState<Scanned | null>(null);
  const [readFault, setReadFault] = useState<ReadFault | null>(null);
  const scanned = (code: string) => {
    const found = readScan(code, order, courier);
    setLast(found);
    if (found.kind === 'order') setOrder(found.orderNumber);
    if (found.kind !== 'sent') return;
    setOrder(null);
    onSent(found);
  };
  const onCode = useRef(scanned);
  useEffect(() => {
    onCode.current = scanned;
  });
  // On a phone the picture would begin below the window.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up of an effect.
    video.current?.scrollIntoView({ block: 'start' });
  }, [video]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    // A code that stays before the camera counts once.
    let before: string | null = null;
    let unread = 0;
    const begin = (read: CodeReader) => {
      const look = async () => {
        const shown = video.current;
        const isShown = shown !== null && shown.readyState >= shown.HAVE_CURRENT_DATA;
        const code = isShown ? await read(shown).catch(() => null) : null;
        if (isGone) return;
        if (code !== null && code !== before) onCode.current(code);
        before = code ?? before;
        unread = isShown && code === null ? unread + 1 : 0;
        setReadFault(unread >= UNREAD_PICTURES ? 'unread' : null);
        timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      };
      return look();
    };
    loadCodeReader()
      .then(begin)
      .catch(() => setReadFault('noReader'));
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [video]);
  return (
    <div className="stack-4">
      {fault ? (
        <Notice tone="bad" urgent title={t(`deskParcels.scan.${fault}`)} />
      ) : (
        <video
          ref={video}
          className={classes.video}
          muted
          playsInline
          aria-label={t('deskParcels.scan.picture')}
        />
      )}
      <p role="status">
        {last && last.kind !== 'order' && `${said(last)} `}
        {order === null
          ? t('deskParcels.scan.order')
          : t('deskParcels.scan.number', { order: orderNumberText(order) })}
      </p>
      {readFault && !fault && <Notice tone="waiting" urgent title={t(`deskParcels.scan.${readFault}`)} />}
      <TextInput
        label={t('deskParcels.scan.courier')}
        description={t('deskParcels.courierHint')}
        autoComplete="off"
        value={courier}
        onChange={(event) => setCourier(event.currentTarget.value)}
      />
      <div className="actions">
        {isLit !== null && (
          <Button look="secondary" onClick={switchTorch}>
            {t(isLit ? 'deskParcels.scan.dark' : 'deskParcels.scan.light')}
          </Button>
        )}
        <Button look="secondary" onClick={onClose}>
          {t('deskParcels.scan.close')}
        </Button>
      </div>
    </div>
  );

  function said(found: Exclude<Scanned, { kind: 'order' }>): string {
    if (found.kind !== 'sent') return t(`deskParcels.scan.${found.kind}`);
    const { orderNumber, trackingNumber } = found;
    return t('deskParcels.scan.sent', { order: orderNumberText(orderNumber), number: trackingNumber });
  }
}

/** The part of the browser's Barcode Detection API that is used here. TypeScript does not know it. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** No EAN: the code of a product has the form of a number of J&T Express. */
const FORMATS = ['qr_code', 'code_128', 'code_39'];

/**
 * Returns the reader of the browser for QR codes and the bar codes of couriers. Where there is none, as on iPhones, loads
 * one.
 */
async function loadCodeReader(): Promise<CodeReader> {
  const native = (window as unknown as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const known = (await native?.getSupportedFormats()) ?? [];
  if (!native || !FORMATS.every((format) => known.includes(format)))
    return (await import('./read-picture')).pictureReader();
  const detector = new native({ formats: FORMATS });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

type CameraFault = 'denied' | 'missing';

/** The thin bars of a courier's label need more dots than the picture that browsers choose. */
const WANTED: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

interface TorchTrack {
  track: MediaStreamTrack;
  isOn: boolean;
}

const stop = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop());

/** Shows the camera at the back in a video while its part of the page is open. Says why it cannot, and turns its light on. */
function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [torch, setTorch] = useState<TorchTrack | null>(null);
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | null = null;
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: WANTED });
        if (isGone || !video.current) return stop(stream);
        video.current.srcObject = stream;
        await video.current.play();
      } catch (error) {
        stop(stream);
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isGone) setFault(isDenied ? 'denied' : 'missing');
        return;
      }
      const [track] = stream.getVideoTracks();
      // Older browsers do not tell what a camera can do.
      if (track && 'getCapabilities' in track && 'torch' in track.getCapabilities())
        setTorch({ track, isOn: false });
    };
    void begin();
    return () => {
      isGone = true;
      stop(stream);
    };
  }, []);
  const switchTorch = () => {
    if (!torch) return;
    const isOn = !torch.isOn;
    const advanced = [{ torch: isOn } as MediaTrackConstraintSet];
    // A light that the phone refuses stays as it is.
    void torch.track.applyConstraints({ advanced }).then(
      () => setTorch({ ...torch, isOn }),
      () => undefined,
    );
  };
  return { video, fault, isLit: torch?.isOn ?? null, switchTorch };
}
